import { Progress as BaseProgress } from '@base-ui/react/progress'
import './progress.css'
import './skeleton.css'

type ProgressLevel = 'complete' | 'almost' | 'far'

const almost = 80

export function levelOf(percent: number): ProgressLevel {
  if (percent >= 100) return 'complete'
  return percent >= almost ? 'almost' : 'far'
}

interface ProgressProps {
  label: string
  /** 0 to 100; undefined while it is unknown. */
  percent: number | undefined
  text: string
  level?: ProgressLevel
}

export function Progress({ label, percent, text, level }: ProgressProps) {
  return (
    <BaseProgress.Root
      className="ui-progress"
      value={percent ?? null}
      aria-valuetext={text}
      data-level={level}
    >
      <BaseProgress.Label className="ui-progress-label">{label}</BaseProgress.Label>
      <span className="ui-progress-text">{text}</span>
      <BaseProgress.Track className="ui-progress-track">
        <BaseProgress.Indicator className="ui-progress-bar" />
      </BaseProgress.Track>
    </BaseProgress.Root>
  )
}

export function Skeleton({ width = '100%', height = 12 }: { width?: string; height?: number }) {
  return <span className="ui-skeleton" style={{ width, height }} aria-hidden />
}
