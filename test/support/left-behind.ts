// A worker shares its modules and its globals among all of its test files (`isolate: false`): a file that leaves something
// behind would fail another one, by chance. Here it fails itself.
import { afterAll, expect } from 'vitest';

const before = { fetch, Date, setTimeout, env: { ...process.env }, folder: process.cwd() };

afterAll(() => {
  expect(fetch === before.fetch, 'the test file leaves another `fetch` behind').toBe(true);
  expect(Date === before.Date, 'the test file leaves another `Date` behind').toBe(true);
  expect(setTimeout === before.setTimeout, 'the test file leaves another `setTimeout` behind').toBe(true);
  expect(process.cwd(), 'the test file leaves another working directory behind').toBe(before.folder);
  expect(process.env, 'the test file leaves another environment behind').toEqual(before.env);
});
