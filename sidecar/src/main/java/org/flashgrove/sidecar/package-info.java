/**
 * Spatial indexes of data files that stay in place. Begin with {@link
 * org.flashgrove.sidecar.FileIndex}.
 */
package org.flashgrove.sidecar;
