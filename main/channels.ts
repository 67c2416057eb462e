/** The messages between a page and main, as the preload script sends and hears them. */
export const channels = {
  openWorkspace: 'desktop:open-workspace',
  createWorkspace: 'desktop:create-workspace',
  openDropped: 'desktop:open-dropped',
  listTeamCatalogs: 'desktop:list-team-catalogs',
  openTeamCatalog: 'desktop:open-team-catalog',
  forgetTeamCatalog: 'desktop:forget-team-catalog',
  paste: 'desktop:paste',
  chooseFolder: 'desktop:choose-folder',
  showInFolder: 'desktop:show-in-folder',
  readSettings: 'desktop:read-settings',
  changeSettings: 'desktop:change-settings',
  followLanguage: 'desktop:follow-language',
  saved: 'desktop:saved',
  showSaved: 'desktop:show-saved',
  command: 'desktop:command',
} as const
