import type { Page } from 'playwright-core'
import { Grid } from './pages/grid.ts'
import type { ServedPerson, ServedTeam } from './served-team.ts'

export interface Cast {
  readonly team: ServedTeam
  readonly ana: ServedPerson
  readonly viewer: ServedPerson
}

/**
 * A picture of a team: the viewer, and the steps to the screen. Whoever also opens a page is in the list
 * too.
 */
export interface TeamScreen {
  readonly name: string
  readonly who: 'owner' | 'ana' | 'viewer' | 'nobody'
  readonly alsoThere?: true
  readonly show: (page: Page, other: Page | undefined) => Promise<void>
}

const worklistsOf = (page: Page) => page.getByRole('list', { name: 'Worklists of products' })

const openView = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: /^Sam Rivera/ }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

export async function prepareTeam(team: ServedTeam): Promise<Cast> {
  const ana = await team.join('Ana Silva', 'editor')
  const viewer = await team.join('Vi Lange', 'viewer')
  await team.join('Noor Haddad', 'contributor')
  const { workspace, owner } = team
  const ask = (who: ServedPerson, method: string, path: string, body?: unknown) =>
    who.send(method, path, body, workspace.id)
  await ask(owner, 'POST', '/app/v1/invitations', { email: 'jo@example.com', role: 'editor' })
  const erp = await ask(owner, 'POST', '/app/v1/service-accounts', { name: 'ERP sync' })
  const accountPath = `/app/v1/service-accounts/${erp.data.id}`
  await ask(owner, 'PATCH', accountPath, { roles: { [workspace.id]: 'editor' } })
  const key = { workspace_id: workspace.id, name: 'At night', scopes: ['read:products', 'write:products'] }
  await ask(owner, 'POST', `${accountPath}/keys`, key)
  const { data } = await ask(owner, 'GET', '/api/v1/products?limit=4')
  const say = (who: ServedPerson, row: number, attribute: string | null, text: string) =>
    ask(who, 'POST', '/api/v1/comments', { type: 'product', entity_id: data[row].id, attribute, text })
  const asked = await say(ana, 1, 'price', 'Is this with VAT, @Sam Rivera?')
  await ask(owner, 'POST', `/api/v1/comments/${asked.data.id}/replies`, {
    text: 'Yes, as in the list of spring.',
  })
  await say(owner, 1, null, '@Ana Silva The pictures are from last year.')
  await say(ana, 3, 'price', 'Compared with the shop, this is right.')
  const people = (await ask(owner, 'GET', '/app/v1/people')).data as { id: string; name: string }[]
  const idOf = (name: string) => people.find((person) => person.name === name)?.id
  const give = (body: object) => ask(owner, 'POST', '/app/v1/worklists', { entity_type: 'product', ...body })
  const chairs = await give({
    name: 'Check all chairs',
    q: 'chair',
    assignee_id: idOf('Ana Silva'),
    due_on: '2026-01-31',
  })
  await ask(owner, 'PATCH', `/app/v1/worklists/${chairs.data.id}`, { name: 'Check all chairs' })
  await give({ name: 'Lamps for autumn', q: 'lamp', assignee_id: idOf('Noor Haddad'), due_on: '2099-09-30' })
  return { team, ana, viewer }
}

export const teamScreens: readonly TeamScreen[] = [
  { name: 'team-sign-in', who: 'nobody', show: async (page) => page.getByLabel('E-mail').waitFor() },
  {
    name: 'team-presence',
    who: 'owner',
    alsoThere: true,
    async show(page, other) {
      if (!other) throw new Error('Nobody else is there.')
      const theirs = new Grid(other)
      await theirs.goTo(4, 'Price')
      await theirs.input.pressSequentially('7')
      await page.getByRole('button', { name: 'Ana Silva is typing…' }).waitFor()
      await new Grid(page).goTo(2, 'Product name')
    },
  },
  {
    name: 'team-comments',
    who: 'owner',
    async show(page) {
      await new Grid(page).goTo(2, 'Price')
      await page.keyboard.press('Control+Alt+m')
      await page.getByRole('article').filter({ hasText: 'Is this with VAT' }).waitFor()
    },
  },
  {
    name: 'team-new-for-you',
    who: 'ana',
    async show(page) {
      await page.getByRole('link', { name: /^Home/ }).click()
      await page.getByRole('button', { name: 'Sam Rivera assigned you a worklist' }).waitFor()
    },
  },
  {
    name: 'team-worklists',
    who: 'ana',
    async show(page) {
      await worklistsOf(page).getByRole('link', { name: 'Check all chairs' }).click()
      await page.getByRole('region', { name: 'Worklist' }).waitFor()
      await new Grid(page).goTo(2, 'Price')
    },
  },
  {
    name: 'team-new-worklist',
    who: 'owner',
    async show(page) {
      await page.getByRole('button', { name: 'New worklist…' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Prices of spring')
    },
  },
  { name: 'team-people', who: 'owner', show: (page) => openView(page, 'People') },
  { name: 'team-account', who: 'owner', show: (page) => openView(page, 'Your account') },
  {
    name: 'team-viewer',
    who: 'viewer',
    async show(page) {
      const grid = new Grid(page)
      await grid.goTo(2, 'Price')
      await grid.input.pressSequentially('7')
      await page.getByText('This needs the role').first().waitFor()
    },
  },
]
