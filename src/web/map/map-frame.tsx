/** The frame of a map on a page: its size, the text while it loads, and the reason if it cannot be drawn. */
import { Component, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import css from './map-frame.module.css'
import { MapLoading } from './map-loading.tsx'
import { text } from './map.text.ts'

const NOT_LOADED = text.notLoaded

export interface MapFrameProps {
  /** Shown until the map's scripts have loaded. */
  loadingText: string
  /** What can be done without the map. */
  fallback: ReactNode
  /** The map, loaded lazily. */
  children: ReactNode
}

export function MapFrame({ loadingText, fallback, children }: MapFrameProps) {
  const [drawable] = useState(hasWebGl2)
  const renderFallback = (reason: string) => (
    <div className={css.without}>
      <Notice tone="attention">
        {reason} {fallback}
      </Notice>
    </div>
  )
  if (!drawable) return renderFallback(NO_WEBGL)
  return (
    <div className={css.frame}>
      <MapGuard fallback={renderFallback(NOT_LOADED)}>
        <Suspense fallback={<MapLoading>{loadingText}</MapLoading>}>{children}</Suspense>
      </MapGuard>
    </div>
  )
}

interface MapGuardProps {
  fallback: ReactNode
  children: ReactNode
}

/** Error boundary: a failing map must not break the page. */
class MapGuard extends Component<MapGuardProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

const NO_WEBGL = text.noWebgl

/** The map library throws without WebGL 2 and leaves an empty box, so check first. */
function hasWebGl2(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // Browsers allow few contexts at once: release this one.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
