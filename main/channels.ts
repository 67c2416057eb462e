/** The messages between a page and main, as the preload script sends and hears them. */
export const channels = {
  openWorkspace: 'desktop:open-workspace',
  createWorkspace: 'desktop:create-workspace',
  openDropped: 'desktop:open-dropped',
  readSettings: 'desktop:read-settings',
  changeSettings: 'desktop:change-settings',
  command: 'desktop:command',
} as const
