import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { menuCommands } from '#shared/desktop-bridge.ts'
import { menuTemplate } from './menu.ts'

const recent = [{ id: '7f0c', name: 'Spring', file: '/catalogs/spring.vitrine' }]

function itemsOf(platform: string, heard: string[] = []): MenuItemConstructorOptions[] {
  return flatten(
    menuTemplate({
      platform,
      recent,
      runCommand: (command) => heard.push(command),
      runAction: (action) => heard.push(action),
      openRecent: ({ name }) => heard.push(name),
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

test('every command of the page is in the menu, once', () => {
  const heard: string[] = []
  const ids = itemsOf('linux', heard).filter(({ id }) => menuCommands.some((command) => command === id))
  for (const { click } of ids) (click as () => void)()
  expect(heard.sort()).toEqual([...menuCommands].sort())
})

test('a recent workspace is offered by its name', () => {
  const heard: string[] = []
  const item = itemsOf('linux', heard).find(({ id }) => id === 'recent-7f0c')
  if (item) (item.click as () => void)()
  expect(item?.label).toBe('Spring')
  expect(heard).toEqual(['Spring'])
})
