/** The environment of a child process: this one's, with other settings on top. */
export const childEnvironment = (settings: Record<string, string>): Record<string, string | undefined> => ({
  ...process.env,
  ...settings,
})
