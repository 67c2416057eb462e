import type { Page } from '@playwright/test'

export type Clip = Readonly<Record<string, string>>

export async function paste(page: Page, clip: Clip): Promise<void> {
  await page.evaluate((clip) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(clip)) clipboardData.setData(type, text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, clip)
}

export async function copy(page: Page, kind: 'copy' | 'cut' = 'copy'): Promise<Clip> {
  return page.evaluate((kind) => {
    const clipboardData = new DataTransfer()
    const event = new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    return Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]))
  }, kind)
}

/**
 * Returns Excel's clipboard HTML: its own markup around the table, raw numbers where the shown text
 * differs.
 */
export function excelHtml(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string =>
    typeof value === 'number'
      ? `<td class=xl65 align=right style='height:14.4pt' x:num="${value}">${value.toFixed(2)} €</td>`
      : `<td class=xl66>${value.replaceAll('&', '&amp;').replaceAll('\n', '<br>\n  ')}</td>`
  const body = rows
    .map((row) => ` <tr height=19 style='height:14.4pt'>\n  ${row.map(cell).join('\n  ')}\n </tr>`)
    .join('\n')
  return `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Excel 15">
<style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-number-format:Standard;}--></style></head>
<body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=128>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
${body}
<!--EndFragment-->
</table></body></html>`
}

export function sheetsHtml(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    const raw = typeof value === 'number' ? { 1: 3, 3: value } : { 1: 2, 2: value }
    const attribute = JSON.stringify(raw).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return `<td style="padding:2px 3px;" data-sheets-value="${attribute}">${String(value).replaceAll('\n', '<br/>')}</td>`
  }
  const body = rows.map((row) => `<tr style="height:21px;">${row.map(cell).join('')}</tr>`).join('')
  return `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody>${body}</tbody></table>`
}
