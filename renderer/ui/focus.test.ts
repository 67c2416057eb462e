import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('every modal dialog there is holds the focus', () => {
  const dialogs = Object.entries(sources).filter(([, code]) => /@base-ui\/react\/(alert-)?dialog/.test(code))
  expect(dialogs.map(([file]) => file).sort()).toEqual(['../commands/command-palette.tsx', './dialog.tsx'])
  for (const [, code] of dialogs) expect(code).toMatch(/useHeldFocus\(/)
})
