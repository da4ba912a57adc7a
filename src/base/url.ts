// Addresses that are written by hand.

/** The address without the slashes at its end. A loop, because a pattern such as `/+$` takes quadratic time. */
export function trimSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
