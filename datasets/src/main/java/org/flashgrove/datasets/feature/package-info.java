/**
 * Interface between file formats and their users, with features one at a time. Begin with {@link
 * org.flashgrove.datasets.feature.FeatureCursor} and {@link
 * org.flashgrove.datasets.feature.DataFormat}.
 */
package org.flashgrove.datasets.feature;
