#!/usr/bin/env node
// The command line as a table of contents.
process.stdout.write('scrubjay\n');
