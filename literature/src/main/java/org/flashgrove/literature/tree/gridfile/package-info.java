/**
 * The grid file with a paged directory. It is a region tree whose leaves are cut along scales,
 * which are lists of positions in x and in y.
 */
package org.flashgrove.literature.tree.gridfile;
