/** The types of browser.mjs, for the configurations of the tests and whatever else drives a browser. */
export function findBrowser(): string | undefined
export function launchOptions(...more: string[]): { executablePath?: string; args: string[] }
