import { Images, Table2 } from 'lucide-react'
import { useLocation } from '../query/location.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'

export function ShapeToggle() {
  const { location, change } = useLocation()
  const isGallery = location.shape === 'gallery'
  return (
    <Button variant="ghost" onClick={() => change({ shape: isGallery ? undefined : 'gallery' })}>
      {isGallery ? <Table2 aria-hidden /> : <Images aria-hidden />}
      {isGallery ? t('Show the grid') : t('Show the gallery')}
    </Button>
  )
}
