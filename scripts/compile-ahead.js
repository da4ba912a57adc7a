// Runs a command of the built program, with the arguments that the program itself would be given, and then leaves beside each file that
// it loaded what the engine compiled of it: all that an earlier run left there, and the functions that this one called.
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { keepHeapSmall, scripts } from '../dist/main.js';

process.on('exit', () => {
  // As the program loads them.
  keepHeapSmall();
  for (const [file, script] of scripts) {
    const code = `${file}.code`;
    writeFileSync(code, script.createCachedData());
    // The program makes its files private; this one is read by all who may read the program.
    chmodSync(code, statSync(file).mode);
  }
});
