/** The grid file with a directory in pages: regions that partition the space, cut along scales. */
package org.flashgrove.literature.tree.gridfile;
