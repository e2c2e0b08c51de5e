import { createTheme, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#eef3ff',
  '#dde7fd',
  '#b9cbf8',
  '#91adf4',
  '#7096f2',
  '#5382ec',
  '#3d6ce4',
  '#2453d6',
  '#1d47bb',
  '#163a9c',
]

/** Cooler than the library's greys. 7 is the page, 6 a surface on it, 4 a border. */
const dark: MantineColorsTuple = [
  '#d5d9e2',
  '#b4bac8',
  '#949cae',
  '#6d7589',
  '#363d4d',
  '#2a303d',
  '#1b2029',
  '#12151c',
  '#0d1016',
  '#090b0f',
]

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f7',
  '#e6e9ef',
  '#d9dde6',
  '#c5cbd7',
  '#a4acbb',
  '#788194',
  '#576073',
  '#3a4152',
  '#1c212c',
]

export const theme = createTheme({
  colors: { brand, dark, gray },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  black: '#171b24',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13.5px', md: '14px', lg: '16px', xl: '19px' },
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } },
    Drawer: {
      defaultProps: {
        position: 'right',
        padding: 'lg',
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
  },
})
