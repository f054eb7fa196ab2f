// Hardwon for OMP: recalls before each turn of the main agent, and keeps other agents and other projects out of it.
// Written by `mem install omp`, which overwrites any change.
//
// The memory itself is reached through ~/.hardwon/hook.sh,
// one short process a question, which asks the running service and answers by itself where there is none; the MCP
// server beside it is for the model. Whatever fails here, the turn goes on without: only a call of our own tools is
// refused where it cannot be checked.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";

const FENCES = /^<\/?hardwon-memory>\n?/gm; // for the model; a person does without
const TYPE = "hardwon.recall"; // of the message that a request gets
const SCRIPT = 'f="$HOME/.hardwon/hook.sh"; [ -r "$f" ] || exit 3; . "$f" || exit 3';
const TURN_MS = 25_000; // OMP gives a handler 30 s
const CHECK_MS = 5_000; // before a tool, which OMP would block when its handler takes too long
const COMMAND_MS = 10_000;
const DONE_MS = 10_000;
const SETTLE_MS = 1_000;
const LEAVING_MS = 1_800; // OMP leaves after 2 s
const CALLS_MAX = 100;
const ANSWER_MAX = 1 << 20;
const MISSING = 3; // the exit status of SCRIPT without an installation
const MISSING_TEXT = "Hardwon is not installed for this user any more: run `mem install omp`, or uninstall it.";
// Our tools as OMP names those of the server `hardwon`, and as Claude Code would.
const OURS = /^mcp__hardwon__?(memory_[a-z_]+)$/;
// OMP repeats a call whose server died, so each write gets a key and is done once.
export const KEYED = [
  "memory_remember", "memory_outcome", "memory_correct", "memory_forget", "memory_restore", "memory_pin",
  "memory_maintenance_run", "memory_reindex", "memory_review_decide", "memory_forget_prepare",
  "memory_forget_confirm",
];

// Whose a session is, shared by every copy of this file that a process loads: only the first one acts for it.
const owners = (globalThis[Symbol.for("hardwon.omp")] ??= new WeakMap());

/** The extension. OMP calls this once for each session, a subagent's included. */
export default function hardwon(pi) {
  const memory = new Memory(question => ask(question, process.env));
  const on = (name, handler) =>
    pi.on(name, quietly((event, ctx) => (ownerOf(ctx, memory) === memory ? handler(event, ctx) : undefined)));
  on("session_start", (event, ctx) => memory.begin(ctx));
  on("session_switch", () => memory.forget());
  on("before_agent_start", (event, ctx) => memory.recall(event, ctx));
  on("context", (event, ctx) => memory.add(event, ctx));
  on("tool_result", (event, ctx) => memory.note(event, ctx));
  on("agent_end", (event, ctx) => memory.done(event, ctx));
  on("session_stop", () => memory.settle());
  on("session_shutdown", (event, ctx) => memory.leave(ctx));
  pi.on("tool_call", (event, ctx) => checked(event, () => ownerOf(ctx, memory).refusal(event.input ?? {}, ctx)));
  pi.registerCommand("hardwon", {
    description: "Look something up in Hardwon's memory, or: remember TEXT, outcome ID worked|failed, forget ID",
    handler: quietly((text, ctx) => ownerOf(ctx, memory).command(text, ctx)),
  });
}

function ownerOf(ctx, memory) {
  const session = ctx.sessionManager;
  if (!owners.has(session)) owners.set(session, memory);
  return owners.get(session);
}

/** Refuse a call of our tools for a reason, if there is one, and give a write its key. Others are not looked at. */
export async function checked(event, refusal) {
  const tool = OURS.exec(String(event?.toolName ?? ""))?.[1];
  if (!tool) return undefined;
  try {
    const reason = await refusal();
    if (reason) return { block: true, reason };
    if (KEYED.includes(tool) && !event.input?.key) return { input: { ...event.input, key: `omp-${randomUUID()}` } };
  } catch {
    return { block: true, reason: "Hardwon could not check this call; it was not made." };
  }
  return undefined;
}

/** What one session knows of its memory. `asks` answers a question with an object, or null when it cannot. */
export class Memory {
  constructor(asks) {
    this.asks = asks;
    this.started = undefined; // the folder the session began in, where the MCP server is bound to
    this.bound = undefined; // that folder's project: { project, shown }
    this.turn = undefined; // what this turn's requests get: { prompt, text, isUsed }
    this.asked = ""; // what a command brought, for the next turn
    this.binding = undefined; // the question for `bound` while it is asked
    this.calls = [];
    this.pending = Promise.resolve(); // what was left for the record last
    this.told = new Set();
  }

  begin(ctx) {
    this.started ??= ctx.cwd;
    if (!isSubagent(ctx)) this.bind(ctx, CHECK_MS).catch(() => {}); // a rejection nobody awaits would end OMP
  }

  /** Another session's messages: what was found for the last prompt is not about them. */
  forget() {
    this.turn = undefined;
    this.asked = "";
  }

  async recall(event, ctx) {
    const prompt = String(event.prompt ?? "");
    if (isSubagent(ctx) || prompt.startsWith("<system-reminder>")) return;
    if (this.turn?.prompt === prompt && !this.turn.isUsed) return; // OMP repeats the event when its prompt changed
    const asked = this.asked;
    this.asked = "";
    this.turn = { prompt, text: asked, isUsed: false };
    const answer = await this.question(ctx, { op: "turn", prompt }, recallLimit());
    if (answer && answer.project !== this.bound.project) this.tell(ctx, this.leftText());
    else if (answer?.text) this.turn.text = [asked, answer.text].filter(text => text).join("\n\n");
  }

  /** One message with this turn's memories, behind the person's words; none is ever kept in the session. */
  add(event, ctx) {
    if (isSubagent(ctx) || !this.turn) return undefined;
    this.turn.isUsed = true;
    if (!this.turn.text) return undefined;
    const messages = event.messages.filter(message => message.customType !== TYPE);
    const last = messages.findLastIndex(message => message.role === "user");
    const ours = {
      role: "custom", customType: TYPE, content: this.turn.text,
      display: false, attribution: "agent", timestamp: messages[last]?.timestamp ?? Date.now(),
    };
    messages.splice(last < 0 ? messages.length : last + 1, 0, ours);
    return { messages };
  }

  /** Why a call of our tools may not be made: not the main agent's, or not for this session's project. */
  async refusal(input, ctx) {
    if (isSubagent(ctx)) return "Hardwon's memory is the main agent's: report what matters to it, and let it ask.";
    const here = await this.here(ctx);
    if (!here) return "Hardwon cannot tell which project this is; `mem doctor` may say why.";
    if (here.project !== this.bound.project) return this.leftText();
    const named = [input.project, ...(Array.isArray(input.projects) ? input.projects : [input.projects])];
    const other = named.find(name => typeof name === "string" && name && ![here.project, here.shown].includes(name));
    return other === undefined ? "" : `This session is bound to ${here.shown}, not to ${other}: pass exactly ${here.shown}.`;
  }

  leftText() {
    return `This session has left its project, ${this.bound?.shown}, and its memory. Start omp in the other folder to use that one's.`;
  }

  note(event, ctx) {
    const isRoute = event.toolName === "write" && String(event.input?.path ?? "").startsWith("xd://");
    if (isRoute || this.calls.length >= CALLS_MAX || isSubagent(ctx)) return;
    this.calls.push({ tool: String(event.toolName), id: String(event.toolCallId ?? ""), failed: event.isError === true });
  }

  /** Leave which tools were called; OMP does not wait here, but does in the events after it. */
  done(event, ctx) {
    if (event.willContinue || isSubagent(ctx)) return;
    const calls = this.calls.splice(0);
    this.pending = this.question(ctx, { op: "done", calls }, DONE_MS).catch(() => undefined);
  }

  /** Wait a little for what was left; its process has it already, and goes on without OMP. */
  async settle() {
    await within(SETTLE_MS, this.pending);
  }

  async leave(ctx) {
    if (isSubagent(ctx)) return;
    const calls = this.calls.splice(0);
    const over = this.question(ctx, { op: "done", calls, over: true }, LEAVING_MS);
    await within(LEAVING_MS, Promise.all([this.pending, over]));
    for (const child of waiting) endGroup(child);
  }

  async command(text, ctx) {
    if (isSubagent(ctx)) return;
    const answer = await this.question(ctx, { op: "command", text: String(text ?? "") }, COMMAND_MS);
    if (!answer) return show(ctx, "Hardwon did not answer; `mem doctor` may say why.");
    if (answer.project !== this.bound.project) return show(ctx, this.leftText());
    this.asked = answer.text ?? "";
    show(ctx, answer.said || this.asked.replaceAll(FENCES, "") || "Hardwon looked: its memory holds nothing on this.");
  }

  /** The project of the folder the session is in now, undefined where that cannot be told. */
  async here(ctx) {
    await this.bind(ctx, CHECK_MS);
    return this.bound && ctx.cwd === this.started ? this.bound : this.question(ctx, { op: "project" }, CHECK_MS);
  }

  /** Find out which project the session was started in; asked again where there was no answer. */
  async bind(ctx, limitMs) {
    this.started ??= ctx.cwd;
    if (this.bound) return;
    this.binding ??= this.asks({ op: "project", ...about(ctx), cwd: this.started, limitMs });
    const answer = await this.binding;
    this.binding = undefined;
    if (answer?.isMissing) this.tell(ctx, MISSING_TEXT);
    if (answer?.project) this.bound ??= { project: answer.project, shown: answer.shown };
  }

  /** Ask within a time; undefined where there is no answer. One for another project than the session's has nothing. */
  async question(ctx, fields, limitMs) {
    const began = Date.now();
    await this.bind(ctx, Math.min(limitMs, CHECK_MS));
    const left = limitMs - (Date.now() - began);
    if (!this.bound || left <= 0) return undefined;
    const answer = await this.asks({ ...fields, ...about(ctx), bound: this.bound.project, limitMs: left });
    return answer?.project ? answer : undefined;
  }

  tell(ctx, text) {
    if (this.told.has(text)) return;
    this.told.add(text);
    ctx.ui?.notify?.(text, "warning");
  }
}

/** A handler that never throws: a failure of ours must not end a turn. */
function quietly(handler) {
  return async (...given) => {
    try {
      return await handler(...given);
    } catch {
      return undefined;
    }
  };
}

function about(ctx) {
  return { host: "omp", session: String(ctx.sessionManager.getSessionId() ?? ""), cwd: ctx.cwd };
}

/** Whether the session is a subagent's; where that cannot be told it is taken for one. */
export function isSubagent(ctx) {
  try {
    if (ctx.agent) return ctx.agent.kind !== "main";
    return ctx.sessionManager.getEntries().some(entry => entry.type === "session_init");
  } catch {
    return true;
  }
}

async function within(limitMs, work) {
  let timer;
  await Promise.race([work, new Promise(resolve => (timer = setTimeout(resolve, limitMs)))]);
  clearTimeout(timer);
}

function show(ctx, text) {
  if (ctx.mode === "print") process.stdout.write(`${text}\n`);
  else ctx.ui?.notify?.(text, "info");
}

function recallLimit() {
  const wanted = Number(process.env.HARDWON_TURN_MS);
  return wanted > 0 ? Math.min(wanted, TURN_MS) : TURN_MS;
}

const waiting = new Set(); // processes whose answer somebody waits for; nobody does once OMP leaves

/** One question to the memory, answered within its `limitMs`; null for whatever goes wrong. */
export function ask({ limitMs, ...question }, environ) {
  return new Promise(resolve => {
    let child;
    const finish = answer => {
      clearTimeout(timer);
      waiting.delete(child);
      resolve(answer);
    };
    const timer = setTimeout(() => {
      endGroup(child);
      finish(null);
    }, limitMs);
    try {
      child = spawn("/bin/sh", ["-c", SCRIPT, "hardwon-hook", "extension"], {
        env: { ...environ, HARDWON_HOST: "omp" },
        stdio: ["pipe", "pipe", "ignore"],
        detached: true, // a group of its own, so that all of it can be ended, and it outlives a killed OMP
      });
      child.on("error", () => finish(null));
      if (question.op !== "done") waiting.add(child);
      const parts = [];
      let size = 0;
      child.stdin.on("error", () => {});
      child.stdout.on("error", () => {});
      child.stdout.on("data", part => {
        size += part.length;
        if (size <= ANSWER_MAX) parts.push(part);
      });
      child.on("close", code => finish(code === MISSING ? { isMissing: true } : read(Buffer.concat(parts))));
      child.stdin.end(JSON.stringify(question));
    } catch {
      finish(null);
    }
  });
}

function endGroup(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // gone already
  }
}

function read(data) {
  try {
    const answer = JSON.parse(data.toString("utf8"));
    return answer && typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}
