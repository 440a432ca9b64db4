/** A map of fields: base layer, camera, lock, clicks, scale. Loaded lazily; nothing outside this folder imports its library. */
import { Map, useMap } from '@vis.gl/react-maplibre'
import type { ErrorEvent, MapRef, MapSourceDataEvent } from '@vis.gl/react-maplibre'
import * as library from 'maplibre-gl'
import type { MapMouseEvent } from 'maplibre-gl'
import { Maximize, Minus, Plus } from 'lucide-react'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng, Pivot } from '../../agronomy/pivot/pivot.ts'
import { classNames } from '../ui/class-names.ts'
import { Outlines, SATELLITE, Satellite } from './base-map.tsx'
import './library.css'
import css from './field-map.module.css'
import { GraticuleShape } from './graticule-shape.tsx'
import { imagery } from '../kit/imagery.ts'
import { chooseBaseLayer } from './base-layer.ts'
import type { BaseLayer } from './base-layer.ts'
import { useMapPalette } from './map-palette.ts'
import type { MapPalette } from './map-palette.ts'
import { isOnPin } from './map-pin.tsx'
import { LabelLayer } from './map-label.tsx'
import { MapLoading } from './map-loading.tsx'
import { QuarterGrid } from './quarter-grid.tsx'
import { ScaleBar } from './scale-bar.tsx'
import { libraryZoom } from './zoom.ts'
import type { MapView } from './zoom.ts'
import { text } from './map.text.ts'

// The bundler does not emit the worker by itself, and without it the map never loads, without an error.
library.setWorkerUrl(worker)

/** No transitions: each fade redraws the whole map eighteen times. */
const NO_STYLE = { version: 8 as const, sources: {}, layers: [], transition: { duration: 0, delay: 0 } }
const FURTHEST = libraryZoom(3)
const CLOSEST = libraryZoom(20)

export interface FieldMapProps {
  /** What the map shows, for screen readers. */
  label: string
  /** A new object moves the map there. */
  view: MapView
  /** The map cannot be moved. */
  locked: boolean
  /** Shown until the map has loaded. */
  loadingText: string
  /** A click places something, so a double click does not zoom. */
  placing?: boolean
  /** The pivot of the map: a button fits its circle, and quarter sections are drawn around it if there is no imagery. */
  field?: FieldOnMap | null
  /** A cross marks the centre. */
  crosshair?: boolean
  onPress?: (place: LatLng) => void
  /** Called with the centre of the map, at first and after every move. */
  onCentre?: (place: LatLng) => void
  /** Shapes, pins and labels of this folder. */
  children?: ReactNode
}

export function FieldMap(props: FieldMapProps) {
  const baseLayer = useBaseLayer()
  if (!baseLayer) return <MapLoading>{props.loadingText}</MapLoading>
  return <MapWithBase {...props} baseLayer={baseLayer} />
}

function useBaseLayer(): BaseLayer | null {
  const [baseLayer, setBaseLayer] = useState<BaseLayer | null>(null)
  useEffect(() => {
    let current = true
    void chooseBaseLayer(imagery).then((layer) => current && setBaseLayer(layer))
    return () => {
      current = false
    }
  }, [])
  return baseLayer
}

function MapWithBase({ baseLayer, ...props }: FieldMapProps & { baseLayer: BaseLayer }) {
  const { label, view, locked, loadingText, placing, field, crosshair, onPress, onCentre, children } = props
  const map = useRef<MapRef>(null)
  const [loaded, setLoaded] = useState(false)
  const imageryStatus = useImageryStatus(baseLayer)
  const palette = useMapPalette()
  const reportCentre = useEffectEvent(() => {
    const centre = map.current?.getCenter()
    if (centre) onCentre?.({ lat: centre.lat, lng: centre.lng })
  })
  useEffect(() => {
    if (!loaded) return
    const { centre, zoom } = view
    map.current?.jumpTo({ center: [centre.lng, centre.lat], zoom: libraryZoom(zoom) })
    reportCentre()
  }, [view, loaded])

  const press = ({ lngLat, originalEvent }: MapMouseEvent) => {
    if (!isOnPin(originalEvent.target)) onPress?.({ lat: lngLat.lat, lng: lngLat.lng })
  }
  const start = () => {
    const current = map.current?.getMap()
    current?.touchZoomRotate.disableRotation()
    current?.keyboard.disableRotation()
    setLoaded(true)
  }
  const free = !locked
  return (
    <div className={classNames(css.map, placing && css.placing)}>
      <Map
        ref={map}
        mapLib={library}
        mapStyle={baseLayer.kind === 'style' ? baseLayer.style : NO_STYLE}
        initialViewState={{
          longitude: view.centre.lng,
          latitude: view.centre.lat,
          zoom: libraryZoom(view.zoom),
        }}
        fadeDuration={0}
        minZoom={FURTHEST}
        maxZoom={CLOSEST}
        maxPitch={0}
        dragRotate={false}
        touchPitch={false}
        dragPan={free}
        scrollZoom={free}
        doubleClickZoom={free && !placing}
        touchZoomRotate={free}
        boxZoom={free}
        keyboard={free}
        attributionControl={{ compact: false, customAttribution: attributionOf(baseLayer) }}
        locale={{ 'Map.Title': label }}
        onLoad={start}
        onClick={press}
        onMoveEnd={reportCentre}
        onError={imageryStatus.onError}
        onSourceData={imageryStatus.onSourceData}
      >
        <LabelLayer crosshair={crosshair === true}>
          <Base baseLayer={baseLayer} palette={palette} failed={imageryStatus.failed} field={field ?? null} />
          {children}
        </LabelLayer>
        {free ? <ZoomButtons field={field ?? null} /> : null}
        <ScaleBar />
      </Map>
      {crosshair ? <span className={css.cross} aria-hidden="true" /> : null}
      {imageryStatus.failed ? <output className={css.failed}>{text.imageryMissing}</output> : null}
      {loaded ? null : <MapLoading>{loadingText}</MapLoading>}
    </div>
  )
}

/** A field on a map. */
type FieldOnMap = Pick<Pivot, 'place' | 'wettedRadiusM'>

/** Space for figures at the top, the scale at the bottom and buttons at the right; the same at the left, so that the field is centred. */
const FIT_PADDING = { top: 40, bottom: 40, left: 64, right: 64 }

/** The library's own buttons cannot follow the theme. */
function ZoomButtons({ field }: { field: FieldOnMap | null }) {
  const { current: map } = useMap()
  const fit = ({ place, wettedRadiusM }: FieldOnMap) => {
    const corner = (metres: number): [number, number] => {
      const { lat, lng } = toLatLng(place, { x: metres, y: metres })
      return [lng, lat]
    }
    map?.fitBounds([corner(-wettedRadiusM), corner(wettedRadiusM)], { padding: FIT_PADDING })
  }
  return (
    <div className={css.zoom}>
      <button type="button" aria-label={text.zoomIn} onClick={() => map?.zoomIn()}>
        <Plus size={22} aria-hidden="true" />
      </button>
      <button type="button" aria-label={text.zoomOut} onClick={() => map?.zoomOut()}>
        <Minus size={22} aria-hidden="true" />
      </button>
      {field ? (
        <button type="button" aria-label={text.fitToField} onClick={() => fit(field)}>
          <Maximize size={22} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  )
}

function attributionOf(baseLayer: BaseLayer): string {
  if (baseLayer.kind === 'style' && imagery.attribution) return imagery.attribution
  return baseLayer.kind === 'outlines' ? text.outlinesNaturalEarth : ''
}

/** Whether the imagery loads. */
function useImageryStatus(baseLayer: BaseLayer) {
  const [broken, setBroken] = useState(baseLayer.kind === 'outlines' && baseLayer.failed)
  const onError = (event: ErrorEvent) => {
    if ('sourceId' in event && event.sourceId === SATELLITE) setBroken(true)
  }
  const onSourceData = (event: MapSourceDataEvent) => {
    if (event.sourceId === SATELLITE && event.tile && event.tile.state === 'loaded') setBroken(false)
  }
  return { failed: broken, onError, onSourceData }
}

interface BaseProps {
  baseLayer: BaseLayer
  palette: MapPalette
  failed: boolean
  field: FieldOnMap | null
}

/** Outlines are below the imagery, so that missing tiles leave something visible. */
function Base({ baseLayer, palette, failed, field }: BaseProps) {
  const bare = baseLayer.kind === 'outlines' || failed
  return (
    <>
      {baseLayer.kind === 'style' ? null : <Outlines palette={palette} />}
      {baseLayer.kind === 'tiles' ? (
        <Satellite template={baseLayer.template} attribution={imagery.attribution} />
      ) : null}
      <GraticuleShape palette={palette} strong={bare} />
      <QuarterGrid palette={palette} pivot={bare && field ? field.place : null} />
    </>
  )
}
