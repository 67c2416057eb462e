/** All that a page of the desktop is given, by name. */
export const bridgeCalls = [
  'changeSettings',
  'chooseFolder',
  'createWorkspace',
  'onCommand',
  'onSaved',
  'openDropped',
  'openWorkspace',
  'paste',
  'readSettings',
  'showInFolder',
  'showSaved',
]
