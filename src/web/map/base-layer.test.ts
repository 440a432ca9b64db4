/** The base layer: tiles or a style as configured, and the outlines without one or if it fails. */
import { describe, expect, it } from 'vitest'
import { chooseBaseLayer, hostsOf, tileTemplate } from './base-layer.ts'

const at = (url: string | null) => ({ url, attribution: null })
const answering =
  (body: string, status = 200) =>
  () =>
    Promise.resolve(new Response(body, { status }))

describe('findGround', () => {
  it('is the outlines by default', async () => {
    expect(await chooseBaseLayer(at(null))).toEqual({ kind: 'outlines', failed: false })
  })

  it('distinguishes tiles from a style', async () => {
    expect(tileTemplate('https://i.example/tile/{z}/{y}/{x}')).toBe('https://i.example/tile/{z}/{y}/{x}')
    expect(tileTemplate('https://i.example/style.json?service=tiles')).toBeNull()
    const template = 'https://i.example/{z}/{x}/{y}.jpg'
    expect(await chooseBaseLayer(at(template))).toEqual({ kind: 'tiles', template })
  })

  it('uses all hosts of a URL that has several', () => {
    expect(hostsOf('https://{s}.tile.example/{z}/{x}/{y}.png')).toEqual([
      'https://a.tile.example/{z}/{x}/{y}.png',
      'https://b.tile.example/{z}/{x}/{y}.png',
      'https://c.tile.example/{z}/{x}/{y}.png',
    ])
    expect(hostsOf('https://i.example/{z}/{x}/{y}.png')).toEqual(['https://i.example/{z}/{x}/{y}.png'])
  })

  it('reads WMTS, as a template and with its parameters', () => {
    expect(
      tileTemplate('https://i.example/wmts/ortho/default/web/{TileMatrix}/{TileRow}/{TileCol}.jpg?key=a'),
    ).toBe('https://i.example/wmts/ortho/default/web/{z}/{y}/{x}.jpg?key=a')
    const parameters = 'https://i.example/wmts?service=WMTS&layer=ortho&tilematrixset=web&format=image/png'
    expect(tileTemplate(parameters)).toBe(
      `${parameters}&REQUEST=GetTile&VERSION=1.0.0&STYLE=default&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}`,
    )
  })

  it('fetches a style', async () => {
    const style = { version: 8, sources: {}, layers: [] }
    const ground = await chooseBaseLayer(at('https://i.example/style.json'), answering(JSON.stringify(style)))
    expect(ground).toEqual({ kind: 'style', style })
  })

  it.each([
    ['a refusal', answering('{}', 403)],
    ['no JSON', answering('<html>')],
    ['JSON that is no style', answering('{"a":1}')],
    ['silence', () => Promise.reject(new TypeError('fetch failed'))],
  ])('falls back to the outlines after %s', async (_, get) => {
    expect(await chooseBaseLayer(at('https://i.example/style.json'), get)).toEqual({
      kind: 'outlines',
      failed: true,
    })
  })
})
