import { toBars } from '../model/barcode.ts'
import { t } from '../../ui/text.ts'

const quiet = 11
const height = 46

/** The bars of a code as a scanner reads them, dark on light in every theme, its digits below; nothing for codes that have none. */
export function Barcode({ digits }: { readonly digits: string }) {
  const bars = toBars(digits)
  if (bars === undefined) return null
  const width = bars.length + 2 * quiet
  return (
    <svg
      className="detail-barcode"
      role="img"
      aria-label={t('Barcode of {digits}', { digits })}
      viewBox={`0 0 ${width} ${height + 12}`}
    >
      <rect width={width} height={height + 12} fill="#fff" />
      <path d={toPath(bars)} fill="#000" shapeRendering="crispEdges" />
      <text x={width / 2} y={height + 9} textAnchor="middle" textLength={bars.length * 0.8}>
        {digits}
      </text>
    </svg>
  )
}

function toPath(bars: string): string {
  return [...bars.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${quiet + index} 2h${run.length}v${height - 4}h-${run.length}z`)
    .join('')
}
