/** The messages between a page and main, as the preload script sends and hears them. */
export const channels = {
  openWorkspace: 'desktop:open-workspace',
  createWorkspace: 'desktop:create-workspace',
  command: 'desktop:command',
} as const
