import type { KeyboardEvent, PointerEvent } from 'react'
import { followDrag } from '../ui/follow-drag.ts'
import { t } from '../ui/text.ts'
import { setPanelWidth, widthBounds } from './facet-state.ts'

const step = 16

/** The edge of the panel, which makes it wider or narrower by dragging or by the arrow keys. */
export function PanelEdge({ width }: { width: number }) {
  const startDrag = (press: PointerEvent<HTMLElement>): void => {
    if (press.button !== 0) return
    press.preventDefault()
    const start = press.clientX
    let latest = width
    followDrag(press, {
      onMove: ({ clientX }) => {
        latest = width + clientX - start
        setPanelWidth(latest, false)
      },
      onEnd: (isDropped) => setPanelWidth(isDropped ? latest : width),
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: widthBounds.least,
      End: widthBounds.most,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    setPanelWidth(target)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('Width of the facets')}
      aria-valuemin={widthBounds.least}
      aria-valuemax={widthBounds.most}
      aria-valuenow={width}
      tabIndex={0}
      className="facet-edge"
      onPointerDown={startDrag}
      onKeyDown={onKeyDown}
    />
  )
}
