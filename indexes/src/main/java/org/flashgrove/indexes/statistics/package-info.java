/** Histograms of boxes and keys, and the costs of index searches that they estimate. */
package org.flashgrove.indexes.statistics;
