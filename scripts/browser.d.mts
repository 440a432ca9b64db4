/** The type of browser.mjs, for the configuration of the browser tests. */
export function findBrowser(): string | undefined
