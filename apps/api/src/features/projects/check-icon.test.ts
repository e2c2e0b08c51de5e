import { describe, expect, it } from '@jest/globals'
import { checkIcon } from './check-icon.js'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const WEBP = 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='

const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
const base64 = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const encoded = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

it('accepts a PNG, a WebP and an SVG, in base64 or percent-encoded', () => {
  const svg = `${OPEN}<path d="M0 0h9v9z" fill="url(#a)"/><use href="#b"/></svg>`
  const declared = `<?xml version="1.0" encoding="UTF-8"?>\n${svg}`
  for (const icon of [PNG, WEBP, base64(svg), base64(declared), encoded(svg)])
    expect([icon, checkIcon(icon)]).toEqual([icon, null])
})

describe('a URL of another kind', () => {
  it.each([
    'x',
    'https://example.com/icon.png',
    'data:text/html;base64,PGI+',
    'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    'data:image/png,abc',
    'data:image/png;base64,',
    `${PNG}" onload="x`,
    `data:image/svg+xml,${OPEN}</svg>`,
    `${encoded(`${OPEN}</svg>`)}#x`,
  ])('is rejected: %s', (icon) => {
    expect(checkIcon(icon)).toMatch('data URL')
  })
})

it('rejects content of another type than declared', () => {
  expect(checkIcon(PNG.replace('png', 'webp'))).toMatch('WebP')
  expect(checkIcon(WEBP.replace('webp', 'png'))).toMatch('PNG')
  expect(checkIcon(base64('<html></html>'))).toMatch('SVG')
  expect(
    checkIcon(`data:image/svg+xml;base64,${Buffer.from(OPEN, 'utf16le').toString('base64')}`),
  ).toMatch('SVG')
  expect(checkIcon('data:image/svg+xml,%3Csvg%ED%A0%80')).toMatch('SVG')
})

describe('an SVG', () => {
  it.each([
    '<script>alert(1)</script>',
    '<svg:script>alert(1)</svg:script>',
    '<SCRIPT/>',
    '<g onclick="x"/>',
    '<g\nONLOAD = x/>',
    '<g id="a"onload="x"/>',
    '<foreignObject/>',
    '<animate attributeName="href" to="#x"/>',
    '<image href="https://example.com/a.png"/>',
    '<image href="//example.com/a.png"/>',
    "<image href='data:image/png;base64,AA'/>",
    '<use xlink:href="other.svg#a"/>',
    '<a href="javascript:alert(1)"/>',
    '<a href="&#106;avascript:alert(1)"/>',
    '<path fill="url(https://example.com/#a)"/>',
    '<path fill="URL( //example.com )"/>',
    '<path style="fill:u\\72l(//example.com)"/>',
    '<style>@import "//example.com"</style>',
    '<style>a{background:image-set("//example.com")}</style>',
    '<!DOCTYPE svg [<!ENTITY x "y">]>',
    '<?xml-stylesheet href="#x"?>',
  ])('is rejected with %s', (inside) => {
    for (const icon of [base64, encoded].map((write) => write(`${OPEN}${inside}</svg>`)))
      expect(checkIcon(icon)).toMatch('must be an SVG image without')
  })
})
