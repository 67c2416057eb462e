import type { MenuItemConstructorOptions } from 'electron'
import { expect, onTestFinished, test } from 'vitest'
import { commandTexts } from '#shared/commands.ts'
import { pageCommands } from '#shared/page-commands.ts'
import { messages } from '#shared/languages/de.ts'
import { menuTemplate } from './menu.ts'
import { setLanguage, t } from './app-language.ts'

const commands = [...pageCommands, ...commandTexts]
const recent = [{ id: '7f0c', name: 'Spring', file: '/catalogs/spring.vitrine' }]

function itemsOf(platform: string, calls: string[] = [], hasWorkspace = true): MenuItemConstructorOptions[] {
  return flatten(
    menuTemplate({
      platform,
      recent,
      settings: { keepServing: true, startAtLogin: false, notifyOfJobs: true, lookForUpdates: false },
      updates: { label: t('Check for Updates…'), isEnabled: true },
      canLookForUpdates: true,
      hasWorkspace,
      runCommand: (command) => calls.push(command),
      runAction: (action) => calls.push(action),
      openRecent: ({ name }) => calls.push(name),
      changeSettings: (change) => calls.push(JSON.stringify(change)),
    }),
  )
}

function flatten(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])])
}

test.each(['linux', 'win32', 'darwin'])('%s: no two items share an accelerator or an id', (platform) => {
  for (const property of ['accelerator', 'id'] as const) {
    const values = itemsOf(platform).flatMap((item) => item[property] ?? [])
    expect(values).toEqual([...new Set(values)])
  }
})

test.each(['linux', 'win32', 'darwin'])(
  '%s: every item has a role, opens a menu, acts, or says why not',
  (platform) => {
    const idle = itemsOf(platform).filter(
      ({ role, submenu, type, click, enabled, label }) =>
        !role &&
        !submenu &&
        type !== 'separator' &&
        !click &&
        !(enabled === false && /\(.+\)/.test(label ?? '')),
    )
    expect(idle).toEqual([])
  },
)

test('every command of the page is in the menu, once; the system copies and pastes by items of its own', () => {
  const calls: string[] = []
  const ids = itemsOf('linux', calls).filter(({ id }) => commands.some((command) => command.id === id))
  for (const { click } of ids) (click as () => void)()
  const inMenu = commands.filter((command) => 'menu' in command).map(({ id }) => id)
  expect(calls.toSorted()).toEqual(inMenu.toSorted())
  const byRole: readonly string[] = commands.map(({ id }) => id).filter((id) => !calls.includes(id))
  expect(byRole).toEqual(['cut-cells', 'copy-cells', 'paste-cells', 'add-comment', 'new-worklist'])
  expect(itemsOf('linux').flatMap(({ role }) => role ?? [])).toEqual(
    expect.arrayContaining(['copy', 'paste']),
  )
})

test('a recent workspace is offered by its name', () => {
  const calls: string[] = []
  const item = itemsOf('linux', calls).find(({ id }) => id === 'recent-7f0c')
  if (item) (item.click as () => void)()
  expect(item?.label).toBe('Spring')
  expect(calls).toEqual(['Spring'])
})

test('a command shows its keys and leaves them to the page, which knows whether a text is edited', () => {
  const items = itemsOf('linux')
  const find = (id: string) => items.find((item) => item.id === id)
  expect(find('insert-row')).toMatchObject({ accelerator: 'CmdOrCtrl+Enter', registerAccelerator: false })
  expect(find('import')).toMatchObject({ accelerator: 'CmdOrCtrl+Shift+I' })
  expect(find('import')).not.toHaveProperty('registerAccelerator')
})

test('on a Mac, where every accelerator is taken, no single key is one', () => {
  const keys = itemsOf('darwin').flatMap(({ accelerator }) => accelerator ?? [])
  expect(keys.filter((key) => !/[+]|^F\d/.test(key))).toEqual([])
})

test('without a workspace in front its commands are disabled, and the rest is not', () => {
  const items = itemsOf('linux', [], false)
  const isCommand = ({ id }: MenuItemConstructorOptions) => commands.some((command) => command.id === id)
  expect(items.filter((item) => isCommand(item) && item.enabled !== false)).toEqual([])
  expect(items.find(({ id }) => id === 'open-workspace')?.enabled).not.toBe(false)
})

test('a switched box changes its setting and nothing else', () => {
  const calls: string[] = []
  const boxes = itemsOf('linux', calls).filter(({ type }) => type === 'checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false])
  for (const { click } of boxes) (click as (item: object) => void)({ checked: true })
  expect(calls).toEqual(['{"keepServing":true}', '{"startAtLogin":true}', '{"lookForUpdates":true}'])
})

test.each(['linux', 'darwin'])(
  '%s: in German no item is left in English, nor to the language of the system',
  (platform) => {
    const english = itemsOf(platform).flatMap(({ label, type }) => (type === 'separator' ? [] : [label]))
    expect(english.filter((label) => label === undefined)).toEqual(platform === 'darwin' ? [undefined] : [])
    setLanguage({ language: 'de', messages })
    onTestFinished(() => setLanguage({ language: 'en', messages: {} }))
    const german = itemsOf(platform).flatMap(({ label, type }) => (type === 'separator' ? [] : [label]))
    const alike = german.filter((label, position) => label !== undefined && label === english[position])
    expect(alike).toEqual(['Spring'])
  },
)
