/** Sorting without objects, for splits and sweeps. */
package org.flashgrove.indexes.order;
