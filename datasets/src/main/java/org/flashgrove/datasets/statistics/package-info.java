/** Statistics of data sets. */
package org.flashgrove.datasets.statistics;
