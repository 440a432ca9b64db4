/** Any features on the map, drawn in layers one over the other. */
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification, FillLayerSpecification, LineLayerSpecification } from 'maplibre-gl'
import type { Feature, FeatureCollection } from 'geojson'

/** A value that the map works out for each feature. */
export type Expression = ExpressionSpecification

/** How fills or lines are drawn; its id is its own among all layers of the map. */
type ShapeLayer = Omit<FillLayerSpecification, 'source'> | Omit<LineLayerSpecification, 'source'>

export interface ShapeProps {
  /** Different for each shape on the map. */
  id: string
  data: Feature | FeatureCollection
  /** The first lies lowest. */
  layers: readonly ShapeLayer[]
  /** Every corner is kept: neighbours must not part when lines are made simpler. */
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
