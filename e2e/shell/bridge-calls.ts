/** All that a page of the desktop is given, by name. */
export const bridgeCalls = [
  'changeSettings',
  'chooseFolder',
  'createWorkspace',
  'followLanguage',
  'forgetTeamCatalog',
  'listTeamCatalogs',
  'onCommand',
  'onSaved',
  'openDropped',
  'openTeamCatalog',
  'openWorkspace',
  'paste',
  'readSettings',
  'showInFolder',
  'showSaved',
]
