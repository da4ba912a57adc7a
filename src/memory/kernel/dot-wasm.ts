// The kernel of dot.wat as WebAssembly, 424 bytes: too small to be a file of its own that the build would have to carry.
// Made with wabt; test/memory/kernel/int8-matrix.test.ts assembles it anew and compares.
export const dotWasm: Uint8Array<ArrayBuffer> = Uint8Array.from(
  Buffer.from(
    'AGFzbQEAAAABDgJgAXsBf2AFf39/f38AAwMCAAEFAwEAAgcRAgZtZW1vcnkCAARkb3RzAAEK8AICKgAgACAAIAD9DQgJCgsMDQ4PAAECAwQFBgf9rgEhACAA/RsAIAD9GwFqC8ICAgd/' +
      'BXsgBCACQQJ0aiEFIAAgA0EBdGohByABIQgCQANAIAQgBU8NASAIIANqIQkgCSADaiEKIAogA2ohCyAAIQb9DAAAAAAAAAAAAAAAAAAAAAAhDf0MAAAAAAAAAAAAAAAAAAAAACEO/QwA' +
      'AAAAAAAAAAAAAAAAAAAAIQ/9DAAAAAAAAAAAAAAAAAAAAAAhEANAIAb9AAQAIQwgDSAMIAj9AQMA/boB/a4BIQ0gDiAMIAn9AQMA/boB/a4BIQ4gDyAMIAr9AQMA/boB/a4BIQ8gECAM' +
      'IAv9AQMA/boB/a4BIRAgCEEIaiEIIAlBCGohCSAKQQhqIQogC0EIaiELIAZBEGohBiAGIAdJDQALIAQgDRAANgIAIAQgDhAANgIEIAQgDxAANgIIIAQgEBAANgIMIAshCCAEQRBqIQQM' +
      'AAsLCw==',
    'base64',
  ),
);
