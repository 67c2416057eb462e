import './skeleton.css'

export function Skeleton({ width = '100%', height = 12 }: { width?: string; height?: number }) {
  return <span className="ui-skeleton" style={{ width, height }} aria-hidden />
}
