// What pages can do beyond reading and sending forms. Each module works on what it finds and needs none of the others.
import { listenForKeys } from "./keys.js";
import { keepFresh } from "./live.js";
import { countChosen } from "./bulk.js";

for (const element of document.querySelectorAll("[data-needs-script]")) element.hidden = false;
listenForKeys();
keepFresh(countChosen);
countChosen();
