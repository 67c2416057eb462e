import type { DataTypeTraits } from '#shared/attributes.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { pictureUrl, thumbnailUrl } from '../../api/client.ts'
import type { CellContext } from '../data/cell-write.ts'
import { cellTypeOf, formatWithUnit } from '../cells/registry.ts'
import { toPlainText } from '../cells/stubs.ts'
import type { GridColumn } from '../../query/columns.ts'
import { t } from '../../ui/text.ts'
import type { ReactNode } from 'react'
import { gtinKind } from '#shared/gtin.ts'
import type { Kind } from '#shared/kinds.ts'
import { isLinked } from '#shared/files.ts'

function isShownInFull({ isFreeText, isLong, layout, media }: DataTypeTraits): boolean {
  return layout !== 'html' && (isFreeText || isLong || media === 'video')
}

const maxDetailLength = 4_000

interface ShownValueProps {
  readonly column: GridColumn
  readonly value: AttributeValue | null
  readonly context: CellContext
}

type RenderValue = (value: AttributeValue, column: GridColumn, context: CellContext) => ReactNode

const renderText: RenderValue = (value) => <span className="detail-text">{toPlainText(value)}</span>
const renderCell: RenderValue = (value, column, context) =>
  cellTypeOf(column).render?.(value, column, context) ?? cellTypeOf(column).format(value, column, context)

const quietZone = 11
const barcodeHeight = 46

/** GS1 digit codes of EAN-8, EAN-13 and UPC-A: one character per module, 1 is a bar. */
const leftCodes = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const rightCodes = leftCodes.map((bits) => bits.replaceAll(/[01]/g, (bit) => (bit === '0' ? '1' : '0')))
const evenLeftCodes = rightCodes.map((bits) => [...bits].reverse().join(''))

/** The first EAN-13 digit selects the parity of the next six: 1 means even (the mirrored codes). */
const parities = '000000 001011 001101 001110 010011 011001 011100 010101 010110 011010'.split(' ')

const endGuard = '101'
const centerGuard = '01010'

/** Returns the modules of a GTIN-8, -12 or -13, or undefined. The check digit is not verified. */
export function toBars(digits: string): string | undefined {
  if (/^\d{8}$/.test(digits)) return joinModules(encode(digits.slice(0, 4)), digits.slice(4))
  if (!/^\d{12,13}$/.test(digits)) return undefined
  const [first = '0', ...others] = digits.padStart(13, '0')
  return joinModules(encode(others.slice(0, 6), parities[Number(first)]), others.slice(6))
}

function encode(digits: Iterable<string>, parity = ''): string {
  return [...digits]
    .map((digit, position) => (parity[position] === '1' ? evenLeftCodes : leftCodes)[Number(digit)])
    .join('')
}

function joinModules(leftHalf: string, digits: Iterable<string>): string {
  return `${endGuard}${leftHalf}${centerGuard}${[...digits].map((digit) => rightCodes[Number(digit)]).join('')}${endGuard}`
}

function Barcode({ digits }: { readonly digits: string }) {
  const bars = toBars(digits)
  if (bars === undefined) return null
  const width = bars.length + 2 * quietZone
  return (
    <svg
      className="detail-barcode"
      role="img"
      aria-label={t('Barcode of {digits}', { digits })}
      viewBox={`0 0 ${width} ${barcodeHeight + 12}`}
    >
      <rect width={width} height={barcodeHeight + 12} fill="#fff" />
      <path d={toPath(bars)} fill="#000" shapeRendering="crispEdges" />
      <text x={width / 2} y={barcodeHeight + 9} textAnchor="middle" textLength={bars.length * 0.8}>
        {digits}
      </text>
    </svg>
  )
}

function toPath(bars: string): string {
  return [...bars.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${quietZone + index} 2h${run.length}v${barcodeHeight - 4}h-${run.length}z`)
    .join('')
}

const kindRenderers: Readonly<Record<Kind, RenderValue>> = {
  money: formatWithUnit,
  measure: formatWithUnit,
  gtin: (value) => (
    <span className="detail-code">
      <span>
        <span className="grid-digits">{toPlainText(value)}</span>
        <span className="detail-code-kind">{gtinKind(toPlainText(value))}</span>
      </span>
      <Barcode digits={toPlainText(value)} />
    </span>
  ),
  email: renderText,
  date_time: renderCell,
  file: renderText,
  price_tiers: renderCell,
}

function renderKind(value: AttributeValue, column: GridColumn, context: CellContext): ReactNode {
  const { kind } = column.constraints
  return kind === undefined ? undefined : kindRenderers[kind](value, column, context)
}

export function ShownValue({ column, value, context }: ShownValueProps) {
  const type = cellTypeOf(column)
  if (value === null && column.traits.family !== 'boolean')
    return <span className="detail-empty">{t('Empty')}</span>
  const shown = value === null ? undefined : renderKind(value, column, context)
  if (shown !== undefined) return shown
  if (isShownInFull(column.traits)) return <ShownText column={column} value={value} context={context} />
  if (value === null) return <span className="grid-check" data-unset />
  if (column.traits.media === 'image') return <ShownPicture value={toPlainText(value)} context={context} />
  return type.render?.(value, column, context) ?? <span>{type.format(value, column, context)}</span>
}

function ShownText({ column, value, context }: ShownValueProps) {
  if (column.traits.media === 'video' && isStoredFile(value))
    return <ShownVideo value={value} context={context} />
  return <span className="detail-text">{toPlainText(value).slice(0, maxDetailLength)}</span>
}

function isStoredFile(value: AttributeValue | null): value is string {
  return typeof value === 'string' && (value.startsWith('files/') || isLinked(value))
}

function ShownVideo({ value, context }: { value: string; context: CellContext }) {
  return (
    <video
      className="detail-video"
      src={pictureUrl(context.api.workspaceId, value)}
      aria-label={t('Video in the catalog')}
      controls
      muted
      preload="metadata"
    />
  )
}

function ShownPicture({ value, context }: { value: string; context: CellContext }) {
  const name = value.startsWith('files/') ? t('Stored in the catalog') : value
  return (
    <>
      <img
        className="detail-thumbnail"
        src={thumbnailUrl(context.api.workspaceId, value, 64)}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <span className="detail-picture-name">{name}</span>
    </>
  )
}
