/** All that a page of the desktop is given, by name. */
export const bridgeCalls = [
  'changeSettings',
  'createWorkspace',
  'onCommand',
  'openDropped',
  'openWorkspace',
  'readSettings',
]
