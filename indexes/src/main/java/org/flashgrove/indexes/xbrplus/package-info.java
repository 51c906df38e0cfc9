/** The xBR+-tree: points in nodes whose regions are quadrants less smaller quadrants. */
package org.flashgrove.indexes.xbrplus;
