/** GeoJSON features on the map, drawn as a stack of layers. */
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification, FillLayerSpecification, LineLayerSpecification } from 'maplibre-gl'
import type { Feature, FeatureCollection } from 'geojson'

/** A value that the map evaluates per feature. */
export type Expression = ExpressionSpecification

/** How fills or lines are drawn; the id is unique in the map. */
type ShapeLayer = Omit<FillLayerSpecification, 'source'> | Omit<LineLayerSpecification, 'source'>

export interface ShapeProps {
  /** Unique in the map. */
  id: string
  data: Feature | FeatureCollection
  /** From bottom to top. */
  layers: readonly ShapeLayer[]
  /** Keeps every vertex: simplification would open gaps between neighbours. */
  exact?: boolean
}

export function Shape({ id, data, layers, exact }: ShapeProps) {
  return (
    <Source id={id} type="geojson" data={data} {...(exact ? { tolerance: 0 } : {})}>
      {layers.map((layer) => (
        <Layer key={layer.id} {...layer} />
      ))}
    </Source>
  )
}
