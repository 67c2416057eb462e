import { ExternalLink, Play } from 'lucide-react'
import { type CellType } from './cell-type.ts'
import { textWrite } from '../data/cell-write.ts'
import { toPlainText } from './stubs.ts'
import { t } from '../../ui/text.ts'

function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}

/** The address if a browser may open it; anything but http and https is text. */
export function openableAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined
}

export function LinkButton({ address }: { address: string | undefined }) {
  if (address === undefined) return null
  return (
    <a
      className="grid-link-open"
      href={address}
      target="_blank"
      rel="noreferrer"
      tabIndex={-1}
      title={t('Open (Alt+Enter)')}
    >
      <ExternalLink size={13} aria-label={t('Open link')} />
    </a>
  )
}

export const urlCell: CellType = {
  render: (value) => (
    <>
      <span className="grid-link">{shortAddress(toPlainText(value))}</span>
      <LinkButton address={openableAddress(value)} />
    </>
  ),
  format: toPlainText,
  parse: textWrite,
  editor: { kind: 'inline', inputMode: 'url' },
}

export const videoCell: CellType = {
  render: (value) => (
    <>
      <span className="grid-video">
        <Play size={11} aria-hidden />
      </span>
      <span className="grid-link">{nameOfVideo(toPlainText(value))}</span>
      <LinkButton address={openableAddress(value)} />
    </>
  ),
  format: toPlainText,
  parse: textWrite,
  editor: { kind: 'inline', inputMode: 'url' },
}

function nameOfVideo(address: string): string {
  return address.startsWith('files/') ? t('Stored in the catalog') : shortAddress(address)
}
