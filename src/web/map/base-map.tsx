/** The ground of a map: embedded outlines, pictures from above where they are configured, lines of the graticule. */
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { degreesText, graticuleLines, graticuleOf } from './graticule.ts'
import type { MapBounds } from './graticule.ts'
import type { MapPalette } from './map-palette.ts'
import css from './field-map.module.css'
import outlines from './outlines.json?url'

/** The outlines are too coarse to say on which side of a shore a field lies; above this they give way to plain ground. */
const OUTLINES_UP_TO = 9
const TILE_PX = 256
export const SATELLITE = 'satellite'

export function Outlines({ palette }: { palette: MapPalette }) {
  const kind = (name: string): ExpressionSpecification => ['==', ['get', 'kind'], name]
  return (
    <>
      <Layer id="ground" type="background" paint={{ 'background-color': palette.land }} />
      <Layer
        id="water"
        type="background"
        maxzoom={OUTLINES_UP_TO}
        paint={{ 'background-color': palette.water }}
      />
      <Source id="outlines" type="geojson" data={outlines} maxzoom={8}>
        <Layer
          id="land"
          type="fill"
          maxzoom={OUTLINES_UP_TO}
          filter={kind('land')}
          paint={{ 'fill-color': palette.land, 'fill-outline-color': palette.border }}
        />
        <Layer
          id="lakes"
          type="fill"
          maxzoom={OUTLINES_UP_TO}
          filter={kind('lake')}
          paint={{ 'fill-color': palette.water, 'fill-outline-color': palette.border }}
        />
        <Layer
          id="provinces"
          type="line"
          maxzoom={OUTLINES_UP_TO}
          filter={kind('province')}
          paint={{ 'line-color': palette.border, 'line-width': 1, 'line-dasharray': [3, 2] }}
        />
        <Layer
          id="borders"
          type="line"
          maxzoom={OUTLINES_UP_TO}
          filter={kind('border')}
          paint={{ 'line-color': palette.border, 'line-width': 1.5 }}
        />
      </Source>
    </>
  )
}

export function Satellite({ template, attribution }: { template: string; attribution: string | null }) {
  return (
    <Source
      id={SATELLITE}
      type="raster"
      tiles={[template]}
      tileSize={TILE_PX}
      attribution={attribution ?? undefined}
    >
      <Layer id={SATELLITE} type="raster" />
    </Source>
  )
}

interface Seen {
  bounds: MapBounds
  width: number
}

/** Lines at round degrees with their figures along the edges; north is always up. */
export function Graticule({ palette, strong }: { palette: MapPalette; strong: boolean }) {
  const { current: map } = useMap()
  const [seen, setSeen] = useState<Seen | null>(null)
  useEffect(() => {
    if (!map) return undefined
    const look = () => {
      const bounds = map.getBounds()
      setSeen({
        bounds: {
          west: bounds.getWest(),
          south: bounds.getSouth(),
          east: bounds.getEast(),
          north: bounds.getNorth(),
        },
        width: map.getContainer().clientWidth,
      })
    }
    look()
    const moves = map.on('move', look)
    const sizes = map.on('resize', look)
    return () => {
      moves.unsubscribe()
      sizes.unsubscribe()
    }
  }, [map])
  if (!map || !seen) return null
  const lines = graticuleOf(seen.bounds, seen.width)
  return (
    <>
      <Source id="graticule" type="geojson" data={graticuleLines(lines, seen.bounds)}>
        <Layer
          id="graticule"
          type="line"
          paint={{
            'line-color': strong ? palette.border : '#ffffff',
            'line-opacity': strong ? 0.7 : 0.25,
            'line-width': 0.75,
          }}
        />
      </Source>
      <div className={css.figures} aria-hidden="true">
        {lines.meridians.map((lng) => (
          <span
            key={`lng ${lng}`}
            className={css.meridian}
            style={{ left: map.project([lng, seen.bounds.north]).x }}
          >
            {degreesText(lng, lines.digits, 'EW')}
          </span>
        ))}
        {lines.parallels.map((lat) => (
          <span
            key={`lat ${lat}`}
            className={css.parallel}
            style={{ top: map.project([seen.bounds.west, lat]).y }}
          >
            {degreesText(lat, lines.digits, 'NS')}
          </span>
        ))}
      </div>
    </>
  )
}
