import { t } from '../ui/text.ts'
import { useSelector } from '@tanstack/react-store'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { leaveTour, presentTour, type TourState } from '../state/tour.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { tours, walkTour } from './tours.ts'
import './help.css'

export function TourCard() {
  const { tour } = useSelector(presentTour)
  return tour ? <Step key={tour.id} tour={tour} /> : null
}

function Step({ tour: { id, step } }: { tour: TourState }) {
  const { name, steps } = tours()[id]
  const shown = steps[step]
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  if (!shown) return null
  const isLast = step === steps.length - 1
  return (
    <>
      <Pointer target={shown.target} />
      <section
        className="tour-card"
        aria-label={t('Tour: {name}', { name })}
        onKeyDown={(event) => event.key === 'Escape' && leaveTour()}
      >
        <header>
          <span className="ui-field-hint">
            {t('{name}, step {step} of {count}', { name, step: step + 1, count: steps.length })}
          </span>
          <IconButton label={t('Leave the tour')} onClick={leaveTour}>
            <X aria-hidden />
          </IconButton>
        </header>
        <div role="status">
          <h2>{shown.title}</h2>
          <p>{shown.text}</p>
        </div>
        <footer>
          <Button variant="ghost" disabled={step === 0} onClick={() => walkTour(-1)}>
            {t('Back')}
          </Button>
          <Button ref={next} variant="primary" onClick={() => walkTour(1)}>
            {isLast ? t('Finish') : t('Next')}
          </Button>
        </footer>
      </section>
    </>
  )
}

const lookEveryMs = 250

function Pointer({ target }: { target: string | undefined }) {
  const [box, setBox] = useState<DOMRect>()
  useEffect(() => {
    const look = (): void => {
      const found = target === undefined ? undefined : document.querySelector(target)?.getBoundingClientRect()
      setBox((before) => (found && before && isSame(found, before) ? before : found))
    }
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [target])
  if (!box || box.width === 0) return null
  const { left, top, width, height } = box
  return (
    <div
      className="tour-pointer"
      aria-hidden
      style={{ left: left - 3, top: top - 3, width: width + 6, height: height + 6 }}
    />
  )
}

function isSame(one: DOMRect, other: DOMRect): boolean {
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height
  )
}
