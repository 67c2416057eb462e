const aspectTolerance = 0.01

/** Whether sides have an aspect such as `4:3`, within one percent; any have one that is no aspect. */
export function hasAspect(
  { width, height }: { readonly width: number; readonly height: number },
  aspect: string | undefined,
): boolean {
  const [across = 0, down = 0] = (aspect ?? '').split(':').map(Number)
  if (aspect === undefined || down === 0 || height === 0) return true
  const wanted = across / down
  return Math.abs(width / height - wanted) <= wanted * aspectTolerance
}
