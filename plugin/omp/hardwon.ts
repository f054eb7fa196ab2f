// Hardwon for OMP: what OMP finds, as it looks for .ts and .js only. The extension itself is the file beside it.
// Written by `mem install omp`, which overwrites any change.
export { default } from "./hardwon.mjs";
