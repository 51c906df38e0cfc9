/** xBR+-tree: points in nodes whose regions are quadrants without smaller quadrants. */
package org.flashgrove.indexes.xbrplus;
