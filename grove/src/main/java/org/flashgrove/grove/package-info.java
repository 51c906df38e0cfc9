/**
 * Grove, the index made for flash (docs/internals/grove.md). It stores entries in blocks of packed
 * pages, ordered by a Hilbert curve. It collects changes in a write buffer until a merge rewrites
 * neighbouring intervals of the curve. Begin with {@link org.flashgrove.grove.Grove}. This package
 * opens an index, applies commits and checks the index; the packages below it contain its parts.
 */
package org.flashgrove.grove;
