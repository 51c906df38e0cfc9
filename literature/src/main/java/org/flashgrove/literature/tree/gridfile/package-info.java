/** The grid file with a paged directory: regions that partition the space, cut along scales. */
package org.flashgrove.literature.tree.gridfile;
