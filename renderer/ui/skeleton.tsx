import './skeleton.css'

/** A bar that stands for text that has not arrived yet. */
export function Skeleton({ width = '100%', height = 12 }: { width?: string; height?: number }) {
  return <span className="ui-skeleton" style={{ width, height }} aria-hidden />
}
