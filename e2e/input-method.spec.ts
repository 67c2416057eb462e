import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.describe('an input method', () => {
  test('grid.edit.5 composing on a selected cell edits it with its first character; keys of the input method are not the grid’s', async ({
    api,
    page,
    open,
    grid,
  }) => {
    await api.define({
      name: 'Story',
      key: 'story',
      entity_type: 'product',
      data_type: 'multi_line_text_field',
    })
    await open()
    await test.step('composing on a selected cell edits it, and its first character is kept', async () => {
      await grid.goTo(1, 'Product name')
      const id = await idOfFirst(api)
      const method = await InputMethod.of(page)
      await method.compose('に', 'にほ', 'にほん')
      await expect(grid.input).toHaveAccessibleName('Edit Product name')
      await expect(grid.input).toHaveValue('にほん')
      await method.finish('日本')
      await expect(grid.input).toHaveValue('日本')
      await method.compose('ご')
      await method.finish('語')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await api.read('products', id))['product_name']).toBe('日本語')
      await expect(grid.input).toHaveAccessibleName('Cell Product name')
      await expect(grid.input).toHaveValue('')
      await expect(await grid.cell(1, 'Product name')).toHaveText('日本語')
      await expect(grid.status).toContainText('Row 2')
    })
    await test.step('keys that belong to the input method neither commit, move nor cancel', async () => {
      await grid.goTo(1, 'Product name')
      const id = await idOfFirst(api)
      const before = (await api.read('products', id))['product_name']
      const method = await InputMethod.of(page)
      await method.compose('かな')
      for (const key of ['Enter', 'Tab', 'ArrowDown', 'Escape'] as const) {
        await method.press(key)
        await expect(grid.input).toHaveAccessibleName('Edit Product name')
        await expect(grid.status).toContainText('Row 1')
      }
      await method.finish('仮名')
      await expect(grid.input).toHaveValue('仮名')
      expect((await api.read('products', id))['product_name']).toBe(before)
      await page.keyboard.press('Escape')
      await expect(grid.input).toHaveAccessibleName('Cell Product name')
      await expect(await grid.cell(1, 'Product name')).toHaveText(before as string)
    })
    await test.step('a composition that is given up leaves nothing behind', async () => {
      await grid.goTo(1, 'Product name')
      const id = await idOfFirst(api)
      const before = (await api.read('products', id))['product_name']
      const method = await InputMethod.of(page)
      await method.compose('か')
      await method.compose('')
      await page.keyboard.press('Escape')
      await expect(await grid.cell(1, 'Product name')).toHaveText(before as string)
      await page.keyboard.press('ArrowDown')
      await expect(grid.status).toContainText('Row 2')
      expect((await api.read('products', id))['product_name']).toBe(before)
    })
    await test.step('an editor of its own opens with the composed word', async () => {
      await grid.goTo(1, 'Story')
      const id = await idOfFirst(api)
      const method = await InputMethod.of(page)
      await method.compose('ものがたり')
      await method.finish('物語')
      await expect(page.getByRole('textbox', { name: /^(Edit )?Story/ }).last()).toHaveValue('物語')
      await page.keyboard.press('Control+Enter')
      await expect.poll(async () => (await api.read('products', id))['story']).toBe('物語')
    })
  })
})

type SampleApi = { list(plural: string, query: Record<string, string>): Promise<{ id: string }[]> }

async function idOfFirst(api: SampleApi): Promise<string> {
  const [first] = await api.list('products', { limit: '1' })
  if (!first) throw new Error('The sample has no products.')
  return first.id
}

/** Simulates the events of the system's input method on the page, as Chromium sends them. */
class InputMethod {
  readonly #session: CDPSession

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page))
  }

  private constructor(session: CDPSession) {
    this.#session = session
  }

  /** Shows one text after the other as the composition; an empty one cancels it. */
  async compose(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      await this.#key('rawKeyDown', 'Process', 229)
      const end = text.length
      await this.#session.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
      await this.#key('keyUp', 'Process', 229)
    }
  }

  async finish(text: string): Promise<void> {
    await this.#key('rawKeyDown', 'Process', 229)
    await this.#session.send('Input.insertText', { text })
    await this.#key('keyUp', 'Process', 229)
  }

  /** Presses a key while the input method is active: the page gets the event, but must not act on it. */
  async press(key: string): Promise<void> {
    await this.#key('rawKeyDown', key, 229)
    await this.#key('keyUp', key, 229)
  }

  async #key(type: 'rawKeyDown' | 'keyUp', key: string, windowsVirtualKeyCode: number): Promise<void> {
    await this.#session.send('Input.dispatchKeyEvent', { type, key, windowsVirtualKeyCode })
  }
}
