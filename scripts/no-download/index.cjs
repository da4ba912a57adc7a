// The first thing that onnxruntime-node's install script calls. npm 11 does not run that script (`allowScripts`), npm 10 does.
exports.bootstrap = () => {
  // oxlint-disable-next-line unicorn/no-process-exit -- the script has no other way to be ended in good order
  process.exit(0);
};
