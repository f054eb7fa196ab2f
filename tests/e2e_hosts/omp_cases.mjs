// What the extension makes of calls and turns that the pinned OMP cannot be brought to; prints one JSON object.
import hardwon, { KEYED, Memory, checked, isSubagent } from "../../plugin/omp/hardwon.mjs";

const HERE = { project: "path:/p", shown: "path:/p" };
const sessionOf = entries => ({ getSessionId: () => "s", getEntries: () => entries });
const main = { cwd: "/p", sessionManager: sessionOf([]) };
const told = [];
const withUi = { ...main, ui: { notify: text => told.push(text) } };
const found = {};

function memory(answer) {
  const made = new Memory(async question => (question.op === "project" && question.cwd === "/p" ? HERE : answer(question)));
  made.started = "/p";
  return made;
}
const call = (name, input, ctx = main, made = memory(() => null)) =>
  checked({ toolName: name, input }, () => made.refusal(input, ctx));

const blocked = async (...given) => (await call(...given))?.block === true;
found.blocked = {
  other: await blocked("mcp__hardwon_memory_recall", { projects: ["path:/q"] }),
  second: await blocked("mcp__hardwon_memory_recall", { projects: ["path:/p", "path:/q"] }),
  spelling: await blocked("mcp__hardwon__memory_recall", { project: "path:/q" }),
  slash: await blocked("mcp__hardwon_memory_recall", { project: "path:/p/" }),
  subagent: await blocked("mcp__hardwon_memory_recall", { project: "path:/p" }, { ...main, agent: { kind: "sub" } }),
  unknown: await blocked("mcp__hardwon_memory_recall", { project: "path:/p" }, { ...main, cwd: "/gone" }),
  broken: (await checked({ toolName: "mcp__hardwon_memory_recall" }, () => { throw new Error("x"); })).block,
};
found.passed = {
  own: (await call("mcp__hardwon_memory_recall", { projects: ["path:/p"], i: "js prelude" })) === undefined,
  unnamed: (await call("mcp__hardwon_memory_recall", {})) === undefined, // the server refuses it
  theirs: (await call("mcp__other_memory_recall", { project: "path:/q" })) === undefined,
  alike: (await call("mcp__hardwon_extra_memory_recall", { project: "path:/q" })) === undefined,
  bash: (await call("bash", { project: "path:/q" })) === undefined,
  nothing: (await checked(undefined, () => "no")) === undefined,
};
const [first, second] = [await call(KEYED[0], {}), await call("mcp__hardwon_memory_remember", { content: "x" })];
const own = await call("mcp__hardwon_memory_remember", { content: "x", key: "mine" });
found.key = { bare: first === undefined, given: second.input.key.startsWith("omp-"), kept: own === undefined };

found.subagents = [
  isSubagent({ ...main, agent: { kind: "main", depth: 1 } }),
  isSubagent({ ...main, agent: { kind: "sub", depth: 0 } }),
  isSubagent({ ...main, sessionManager: sessionOf([{ type: "session_init" }]) }),
  isSubagent(main),
  isSubagent({}),
];

const user = text => ({ role: "user", content: text, timestamp: 1 });
const turns = memory(question => ({ ...HERE, text: `about ${question.prompt}` }));
await turns.recall({ prompt: "one" }, main);
const messages = [user("one"), { role: "assistant" }, { role: "toolResult" }];
const added = turns.add({ messages }, main).messages;
const again = turns.add({ messages: added }, main).messages;
found.message = { at: added.findIndex(one => one.customType), count: again.filter(one => one.customType).length };
await turns.recall({ prompt: "<system-reminder>a task ended" }, main);
found.reminder = turns.turn.text;
turns.forget();
found.switched = turns.add({ messages }, main) === undefined;

const silent = memory(() => null);
await silent.recall({ prompt: "one" }, withUi);
found.silent = silent.add({ messages }, withUi) === undefined && told.length === 0;

// No handler throws, whatever it is given: OMP would end the turn, or the session.
const handlers = {};
const commands = [];
hardwon({ on: (name, handler) => (handlers[name] = handler), registerCommand: name => commands.push(name) });
for (const [name, handler] of Object.entries(handlers)) if (name !== "tool_call") await handler(undefined, {});
found.registered = { commands, tools: "tool_call" in handlers };
console.log(JSON.stringify(found));
