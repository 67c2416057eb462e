import type { JSHandle, Locator, Page } from '@playwright/test'

/** A drop of drawings, each unlike the others. */
async function drawings(page: Page, names: readonly string[]): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    all.forEach((name, index) => {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${200 + index}" height="200"><circle r="90"/></svg>`
      transfer.items.add(new File([drawing], name, { type: 'image/svg+xml' }))
    })
    return transfer
  }, names)
}

/** Drops drawings of some names on an element, or on the window. */
export async function dropDrawings(
  page: Page,
  names: readonly string[],
  target: Locator = page.locator('.drop-zone'),
): Promise<void> {
  const dataTransfer = await drawings(page, names)
  const box = (await target.boundingBox())!
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
  for (const type of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(type, { dataTransfer, ...at })
}

/** Drops files and folders of this computer at a point, as the file manager of the system would. */
export async function dropPaths(
  page: Page,
  paths: readonly string[],
  { x, y }: { readonly x: number; readonly y: number },
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data })
  await devtools.detach()
}
